// https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/configuration
// generated from terraform resource schema

import { Construct } from 'constructs';
import * as cdktf from 'cdktf';
import * as bases from '../../framework/bases';

// Configuration

export interface DataScanformConfigurationConfig extends cdktf.TerraformMetaArguments {
  /**
  * The id, in place of the name.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/configuration#id DataScanformConfiguration#id}
  *
  * Please be aware that the id field is automatically added to all resources in Terraform providers using a Terraform provider SDK version below 2.
  * If you experience problems setting this value it might not be settable. Please take a look at the provider documentation to ensure it should be settable.
  */
  readonly id?: string;
  /**
  * The exact name, in place of the id. It must be unique.
  *
  * Docs at Terraform Registry: {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/configuration#name DataScanformConfiguration#name}
  */
  readonly name?: string;
}
export interface DataScanformConfigurationAnalyzers {
}

export function dataScanformConfigurationAnalyzersToTerraform(struct?: DataScanformConfigurationAnalyzers): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataScanformConfigurationAnalyzersToHclTerraform(struct?: DataScanformConfigurationAnalyzers): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataScanformConfigurationAnalyzersOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectKey the key of this item in the map
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectKey: string) {
    super(terraformResource, terraformAttribute, false, complexObjectKey);
  }

  public get internalValue(): DataScanformConfigurationAnalyzers | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataScanformConfigurationAnalyzers | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // enabled - computed: true, optional: false, required: false
  public get enabled() {
    return this.getBooleanAttribute('enabled');
  }

  // silent - computed: true, optional: false, required: false
  public get silent() {
    return this.getBooleanAttribute('silent');
  }

  // blocking - computed: true, optional: false, required: false
  public get blocking() {
    return this.getBooleanAttribute('blocking');
  }

  // risk_level - computed: true, optional: false, required: false
  public get riskLevel() {
    return this.getStringAttribute('risk_level');
  }

  // excludes - computed: true, optional: false, required: false
  public get excludes() {
    return cdktf.Fn.tolist(this.getListAttribute('excludes'));
  }

  // includes - computed: true, optional: false, required: false
  public get includes() {
    return cdktf.Fn.tolist(this.getListAttribute('includes'));
  }
}

export class DataScanformConfigurationAnalyzersMap extends cdktf.ComplexMap {

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  constructor(protected terraformResource: cdktf.IInterpolatingParent, protected terraformAttribute: string) {
    super(terraformResource, terraformAttribute)
  }

  /**
  * @param key the key of the item to return
  */
  public get(key: string): DataScanformConfigurationAnalyzersOutputReference {
    return new DataScanformConfigurationAnalyzersOutputReference(this.terraformResource, this.terraformAttribute, key);
  }
}
export interface DataScanformConfigurationCodePolicies {
}

export function dataScanformConfigurationCodePoliciesToTerraform(struct?: DataScanformConfigurationCodePolicies): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataScanformConfigurationCodePoliciesToHclTerraform(struct?: DataScanformConfigurationCodePolicies): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataScanformConfigurationCodePoliciesOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  * @param complexObjectKey the key of this item in the map
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string, complexObjectKey: string) {
    super(terraformResource, terraformAttribute, false, complexObjectKey);
  }

  public get internalValue(): DataScanformConfigurationCodePolicies | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataScanformConfigurationCodePolicies | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // enabled - computed: true, optional: false, required: false
  public get enabled() {
    return this.getBooleanAttribute('enabled');
  }

  // silent - computed: true, optional: false, required: false
  public get silent() {
    return this.getBooleanAttribute('silent');
  }

  // blocking - computed: true, optional: false, required: false
  public get blocking() {
    return this.getBooleanAttribute('blocking');
  }
}

export class DataScanformConfigurationCodePoliciesMap extends cdktf.ComplexMap {

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  constructor(protected terraformResource: cdktf.IInterpolatingParent, protected terraformAttribute: string) {
    super(terraformResource, terraformAttribute)
  }

  /**
  * @param key the key of the item to return
  */
  public get(key: string): DataScanformConfigurationCodePoliciesOutputReference {
    return new DataScanformConfigurationCodePoliciesOutputReference(this.terraformResource, this.terraformAttribute, key);
  }
}
export interface DataScanformConfigurationNotifications {
}

export function dataScanformConfigurationNotificationsToTerraform(struct?: DataScanformConfigurationNotifications): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  return {
  }
}


export function dataScanformConfigurationNotificationsToHclTerraform(struct?: DataScanformConfigurationNotifications): any {
  if (!cdktf.canInspect(struct) || cdktf.Tokenization.isResolvable(struct)) { return struct; }
  if (cdktf.isComplexElement(struct)) {
    throw new Error("A complex element was used as configuration, this is not supported: https://cdk.tf/complex-object-as-configuration");
  }
  const attrs = {
  };
  return attrs;
}

export class DataScanformConfigurationNotificationsOutputReference extends cdktf.ComplexObject {
  private isEmptyObject = false;

  /**
  * @param terraformResource The parent resource
  * @param terraformAttribute The attribute on the parent resource this class is referencing
  */
  public constructor(terraformResource: cdktf.IInterpolatingParent, terraformAttribute: string) {
    super(terraformResource, terraformAttribute, false);
  }

  public get internalValue(): DataScanformConfigurationNotifications | undefined {
    let hasAnyValues = this.isEmptyObject;
    const internalValueResult: any = {};
    return hasAnyValues ? internalValueResult : undefined;
  }

  public set internalValue(value: DataScanformConfigurationNotifications | undefined) {
    if (value === undefined) {
      this.isEmptyObject = false;
    }
    else {
      this.isEmptyObject = Object.keys(value).length === 0;
    }
  }

  // enabled - computed: true, optional: false, required: false
  public get enabled() {
    return this.getBooleanAttribute('enabled');
  }

  // deduplicate - computed: true, optional: false, required: false
  public get deduplicate() {
    return this.getBooleanAttribute('deduplicate');
  }

  // integration_names - computed: true, optional: false, required: false
  public get integrationNames() {
    return cdktf.Fn.tolist(this.getListAttribute('integration_names'));
  }
}

/**
* Represents a {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/configuration scanform_configuration}
*/
export class DataScanformConfiguration extends bases.TerraformDataSource {

  // =================
  // STATIC PROPERTIES
  // =================
  public static readonly tfResourceType = "scanform_configuration";

  // ==============
  // STATIC Methods
  // ==============
  /**
  * Generates CDKTF code for importing a DataScanformConfiguration resource upon running "cdktf plan <stack-name>"
  * @param scope The scope in which to define this construct
  * @param importToId The construct id used in the generated config for the DataScanformConfiguration to import
  * @param importFromId The id of the existing DataScanformConfiguration that should be imported. Refer to the {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/configuration#import import section} in the documentation of this resource for the id to use
  * @param provider? Optional instance of the provider where the DataScanformConfiguration to import is found
  */
  public static generateConfigForImport(scope: Construct, importToId: string, importFromId: string, provider?: cdktf.TerraformProvider) {
        return new cdktf.ImportableResource(scope, importToId, { terraformResourceType: "scanform_configuration", importId: importFromId, provider });
      }

  // ===========
  // INITIALIZER
  // ===========

  /**
  * Create a new {@link https://registry.terraform.io/providers/scanform/scanform/latest/docs/data-sources/configuration scanform_configuration} Data Source
  *
  * @param scope The scope in which to define this construct
  * @param id The scoped construct ID. Must be unique amongst siblings in the same scope
  * @param options DataScanformConfigurationConfig = {}
  */
  public constructor(scope: Construct, id: string, config: DataScanformConfigurationConfig = {}) {
    super(scope, id, {
      terraformResourceType: 'scanform_configuration',
      terraformGeneratorMetadata: {
        providerName: 'scanform',
        providerVersionConstraint: '~> 0.1'
      },
      provider: config.provider,
      dependsOn: config.dependsOn,
      count: config.count,
      lifecycle: config.lifecycle,
      provisioners: config.provisioners,
      connection: config.connection,
      forEach: config.forEach
    });
    this._id = config.id;
    this._name = config.name;
  }

  // ==========
  // ATTRIBUTES
  // ==========

  // id - computed: true, optional: true, required: false
  private _id?: string; 
  public get id() {
    return this.getStringAttribute('id');
  }
  public set id(value: string) {
    this._id = value;
  }
  public resetId() {
    this._id = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get idInput() {
    return this._id;
  }

  // name - computed: true, optional: true, required: false
  private _name?: string; 
  public get name() {
    return this.getStringAttribute('name');
  }
  public set name(value: string) {
    this._name = value;
  }
  public resetName() {
    this._name = undefined;
  }
  // Temporarily expose input value. Use with caution.
  public get nameInput() {
    return this._name;
  }

  // created_at - computed: true, optional: false, required: false
  public get createdAt() {
    return this.getStringAttribute('created_at');
  }

  // comment - computed: true, optional: false, required: false
  public get comment() {
    return this.getStringAttribute('comment');
  }

  // show_scan_confirmation - computed: true, optional: false, required: false
  public get showScanConfirmation() {
    return this.getBooleanAttribute('show_scan_confirmation');
  }

  // risk_threshold - computed: true, optional: false, required: false
  public get riskThreshold() {
    return this.getNumberAttribute('risk_threshold');
  }

  // analyzers - computed: true, optional: false, required: false
  private _analyzers = new DataScanformConfigurationAnalyzersMap(this, "analyzers");
  public get analyzers() {
    return this._analyzers;
  }

  // code_policies - computed: true, optional: false, required: false
  private _codePolicies = new DataScanformConfigurationCodePoliciesMap(this, "code_policies");
  public get codePolicies() {
    return this._codePolicies;
  }

  // notifications - computed: true, optional: false, required: false
  private _notifications = new DataScanformConfigurationNotificationsOutputReference(this, "notifications");
  public get notifications() {
    return this._notifications;
  }

  // =========
  // SYNTHESIS
  // =========

  protected synthesizeAttributes(): { [name: string]: any } {
    return {
      id: cdktf.stringToTerraform(this._id),
      name: cdktf.stringToTerraform(this._name),
    };
  }

  protected synthesizeHclAttributes(): { [name: string]: any } {
    const attrs = {
      id: {
        value: cdktf.stringToHclTerraform(this._id),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
      name: {
        value: cdktf.stringToHclTerraform(this._name),
        isBlock: false,
        type: "simple",
        storageClassType: "string",
      },
    };

    // remove undefined attributes
    return Object.fromEntries(Object.entries(attrs).filter(([_, value]) => value !== undefined && value.value !== undefined ))
  }
}
